// Call a function of a test's module in WebAssembly, with a folder and a number:
// node pyodide.mjs PYODIDE SOURCE LIBRARIES MODULE FUNCTION FOLDER NUMBER
import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, source, libraries, module, name, folder, number] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
await python.loadPackage("numpy", { messageCallback: () => {} });
python.mountNodeFS("/source", source);
// Of the libraries only what is Python alone: the others are of this machine.
for (const one of readdirSync(libraries).filter((one) => /^latex2mathml/.test(one))) {
  python.mountNodeFS(`/libraries/${one}`, `${libraries}/${one}`);
}
python.mountNodeFS("/folder", folder);
python.globals.set("given", python.toPy({ module, name, number: Number(number) }));
python.runPython(`
import importlib
import sys
from pathlib import Path

sys.path[:0] = ["/source", "/libraries"]
home, _, module = given["module"].rpartition("/")
sys.path.insert(0, f"/source/{home}")
getattr(importlib.import_module(module), given["name"])(Path("/folder"), given["number"])
`);
