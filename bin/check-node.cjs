// Plain JavaScript that any Node runs: older ones can't even load the .ts entries, and say nothing useful about it.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `Magpie needs Node 24; this is ${process.versions.node}. The project brings its own: run "npm ci" (not with ` +
      `--ignore-scripts, which leaves it out) and start through npm, e.g. "npm start".`,
  );
  process.exit(1);
}
