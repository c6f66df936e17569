// Plain JavaScript for every version of Node: older ones can't load the .ts entries, and their errors do not say why.
const { isMainThread } = require("node:worker_threads");

const parts = (version) => version.split(".").map(Number);
const [major, minor, patch] = parts(process.versions.node);
if (major < 24) {
  console.error(
    `Magpie needs Node 24; this is ${process.versions.node}. The project brings its own: run "npm ci" (not with ` +
      `--omit=optional, which leaves it out) and start through npm, e.g. "npm start". For a platform that it brings none ` +
      `for (see optionalDependencies in package.json), install Node 24.`,
  );
  process.exit(1);
}

// npm's scripts find the project's Node before the person's own, which runs npm and may be a newer 24: for Apple silicon the
// registry has 24.0.0 only. Then this process becomes that one, with the same id.
const { npm_node_execpath: own, npm_config_user_agent: agent = "" } = process.env;
const [, version] = / node\/v(24\.\d+\.\d+) /.exec(agent) ?? [];
if (isMainThread && own !== undefined && version !== undefined && process.execve !== undefined) {
  const [, ownMinor, ownPatch] = parts(version);
  if (ownMinor > minor || (ownMinor === minor && ownPatch > patch)) {
    process.execve(own, [own, ...process.execArgv, ...process.argv.slice(1)], process.env);
  }
}
