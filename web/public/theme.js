/* Sets the theme before the first paint, so that a dark page never flashes white. settings.ts keeps it right afterwards. */
(function () {
  var theme = 'system';
  try {
    theme = JSON.parse(localStorage.getItem('outflank.settings') || '{}').theme || theme;
  } catch (blocked) {
    // Storage is blocked or holds something else: the system's theme it is.
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
})();
