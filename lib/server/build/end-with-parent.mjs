// Loaded into a step of a build (run-child.ts): it ends with its parent, also if that is killed. A build that nobody waits for would disturb
// the next one. Processes that the step starts load this too, and look after themselves.
if (process.ppid === Number(process.env.BUILD_PARENT)) {
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
}
