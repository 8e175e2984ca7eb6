// Runs twin.py in Pyodide under Node: node run.mjs ARCHIVE.zip; prints what it tells as JSON.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("../../web/node_modules/pyodide/", import.meta.url);
const { loadPyodide } = await import(new URL("pyodide.mjs", folder));
const lock = JSON.parse(
  readFileSync(new URL("pyodide-lock.json", folder), "utf8"),
);
const python = await loadPyodide({
  indexURL: fileURLToPath(folder),
  // No package is wanted, so none can be fetched.
  lockFileContents: JSON.stringify({ info: lock.info, packages: {} }),
});
python.unpackArchive(new Uint8Array(readFileSync(process.argv[2])), "zip", {
  extractDir: "/lib/outflank-test",
});
python.runPython("import sys; sys.path.insert(0, '/lib/outflank-test')");
console.log(python.runPython("from tests.pyodide.twin import told; told()"));
