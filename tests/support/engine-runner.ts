import { relative } from 'node:path'
import { type RunnerTask, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest'
import { hashOf, isFull } from './tier.ts'

/**
 * Files whose every case runs on both engines in `npm test` too: where a difference between SQLite and PostgreSQL costs most, or is
 * what the file is about.
 */
const onBoth = [
  /^store\//,
  /^(aptos|evm)\/chain\/(migrations\.test|upgrade\/|writer\.test|write\/)/,
  /\bplans\.test/,
  /^evm\/nft\/search-nfts-index\.test/,
]
/** Cases that run on both engines: what an attacker could use must not depend on the database. */
const attacks =
  /^account\/.* (attacks|sessions|single use|expiry|callers|a challenge that is modified) |^account\/.*\b(only once|concurrent\w*|revoked?)\b/

const engine = /\b(sqlite|postgres)\b/
const isSuite = (task: RunnerTask): task is RunnerTestSuite => task.type === 'suite'

/** Tasks that differ in the name of the engine alone. */
const pairsOf = (tasks: readonly RunnerTask[]): RunnerTask[][] => {
  const groups = Map.groupBy(
    tasks.filter(({ name }) => engine.test(name)),
    ({ name }) => name.replace(engine, '*'),
  )
  return [...groups.values()].filter(({ length }) => length > 1)
}

/**
 * Runs each case on one engine, chosen by a hash of its name, where `describe.each(dialects)` or `test.each(dialects)` has made it
 * for both: half of the time of a hundred files. `npm run test:full` runs it on both.
 */
export default class EngineRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    if (isFull) return
    for (const file of files) {
      const path = relative('tests', file.filepath)
      if (!onBoth.some((pattern) => pattern.test(path))) this.#chooseIn(file, path)
    }
  }

  #chooseIn(suite: RunnerTestSuite, path: string): void {
    const pairs = pairsOf(suite.tasks)
    for (const pair of pairs) this.#chooseOf(pair, path)
    const paired = new Set(pairs.flat())
    for (const task of suite.tasks) if (isSuite(task) && !paired.has(task)) this.#chooseIn(task, path)
  }

  /** Of the same task on each engine: a case is skipped on all engines but one, a suite case by case. */
  #chooseOf(pair: readonly RunnerTask[], path: string): void {
    const [first] = pair
    if (first === undefined) return
    const name = nameOf(first, path)
    if (attacks.test(name)) return
    if (pair.every(isSuite) && !pair.some(sharesState)) {
      const cases = Map.groupBy(
        pair.flatMap(({ tasks }) => tasks),
        (task) => nameOf(task, name),
      )
      for (const same of cases.values()) this.#chooseOf(same, name)
    } else {
      const chosen = hashOf(name) % pair.length
      for (const [index, task] of pair.entries()) if (index !== chosen) skip(task, path)
    }
  }
}

const nameOf = (task: RunnerTask, path: string): string => `${path} ${task.name.replace(engine, '*')}`

/** Whether the cases of a suite build on each other or on a chain that it indexes once: they run on the same engine. */
const sharesState = (suite: RunnerTestSuite): boolean => TestRunner.getSuiteHooks(suite).beforeAll.length > 0

/** Skips the task, but for the attacks in it. */
const skip = (task: RunnerTask, path: string): void => {
  const name = nameOf(task, path)
  if (attacks.test(name)) return
  if (isSuite(task)) for (const child of task.tasks) skip(child, name)
  if (!isSuite(task) || task.tasks.every(({ mode }) => mode === 'skip')) task.mode = 'skip'
}
