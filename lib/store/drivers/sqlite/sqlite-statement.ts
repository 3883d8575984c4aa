/**
 * 1 while a SQLite statement blocks the event loop. In shared memory, so that the watchdog thread can distinguish a
 * long statement from an endless loop.
 */
export const sqliteStatement = new Int32Array(new SharedArrayBuffer(4))

/** Runs statements without a turn of the event loop. */
export const inStatement = <Result>(run: () => Result): Result => {
  sqliteStatement[0] = 1
  try {
    return run()
  } finally {
    sqliteStatement[0] = 0
  }
}
