/** Which dialog lies over the match: asked for in the header, shown by the table, if there is one. */
export const dialogs = $state<{ table: boolean; open: 'options' | 'help' | null }>({
  table: false,
  open: null,
});
