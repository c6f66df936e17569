// Loaded into the runner's main thread before anything else: while the file that SLOW_DISK_MARK names exists, each
// transaction of SQLite and each write of the tables takes some milliseconds longer. The thread waits for SQLite, as it does
// for a disk.
const fs = require("node:fs");
const { DatabaseSync } = require("node:sqlite");
const { isMainThread } = require("node:worker_threads");
const { Level } = require("level");

const WRITE_MS = 15;
const cell = new Int32Array(new SharedArrayBuffer(4));

const isSlow = () => fs.existsSync(process.env.SLOW_DISK_MARK);

if (isMainThread) {
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    const { run } = statement;
    statement.run = (...values) => {
      if (isSlow()) Atomics.wait(cell, 0, 0, WRITE_MS);
      return run.apply(statement, values);
    };
    return statement;
  };
  const { _batch: batch } = Level.prototype;
  Level.prototype._batch = async function (...parts) {
    if (isSlow()) await new Promise((done) => setTimeout(done, WRITE_MS));
    return batch.apply(this, parts);
  };
}
