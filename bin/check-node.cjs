// Plain JavaScript for every version of Node: older ones can't load the .ts entries, and their errors do not say why.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `Magpie needs Node 24; this is ${process.versions.node}. The project brings its own: run "npm ci" (not with ` +
      `--omit=optional, which leaves it out) and start through npm, e.g. "npm start". For a platform that it brings none ` +
      `for (see optionalDependencies in package.json), install Node 24.`,
  );
  process.exit(1);
}
