// Write every scene's cases in WebAssembly: node pyodide.mjs PYODIDE SOURCE FOLDER COUNT
import { pathToFileURL } from "node:url";

const [pyodide, source, folder, count] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
await python.loadPackage("numpy", { messageCallback: () => {} });
python.mountNodeFS("/source", source);
python.mountNodeFS("/folder", folder);
python.globals.set("count", Number(count));
python.runPython(`
import sys
from pathlib import Path

sys.path[:0] = ["/source", "/source/tests/explore/judge"]
from cases_elsewhere import write

write(Path("/folder"), count)
`);
