import { type Clock, systemClock } from '#lib/base/clock.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { parseCount } from '#lib/evm/chain/rpc/parse.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import { type ClaimedJob, createJobs, type Jobs } from '#lib/store/jobs/jobs.ts'
import type { Store } from '#lib/store/store.ts'
import type { Compiler } from './compile/compile-contract.ts'
import { creationUpTo, givenCreation } from './find-creation.ts'
import { writeVerified } from './stored/write-verified.ts'
import { VerificationFault } from './verification-fault.ts'
import { finishVerification, readRequest, verificationKind } from './verifications.ts'
import { deployedCode, verifyContract } from './verify-contract.ts'

type Log = { warn(facts: object, text: string): void }
type Options = { clock?: Clock; now?: () => number; pollMs?: number }

const extendMs = 10_000
/** For reading the deployed code: others wait behind a verification whose node is silent. */
const codeMs = 10_000
/** A request that ended the worker so often is given up. */
const claimsMax = 3

/** Verifies the queued contracts of a chain until `signal` ends it. Never throws. */
export const runVerifications = async (
  store: Store<EvmTables>,
  chain: number,
  { pool, compiler }: { pool: NodePool; compiler: Compiler },
  log: Log,
  signal: AbortSignal,
  { clock = systemClock, now = Date.now, pollMs = 1_000 }: Options = {},
): Promise<void> => {
  const jobs = createJobs(store, { now })
  const failed = logFailures(log, { chain }, 'could not verify contracts')

  const runOne = async (job: ClaimedJob): Promise<void> => {
    const request = await readRequest(store, chain, job.key)
    if (request === undefined) return void (await jobs.finish(job))
    const fault =
      job.claim > claimsMax
        ? new VerificationFault('internal_error', 'The verification ended the worker several times.')
        : await verify(request).catch(faultOf)
    if (signal.aborted) return
    await finishVerification(store, chain, job.key, {
      finishedAt: now(),
      fault: fault && { code: fault.code, message: fault.message },
    })
    await jobs.finish(job)
  }

  const verify = async ({
    address,
    creationTransaction,
    ...request
  }: NonNullable<Awaited<ReturnType<typeof readRequest>>>): Promise<undefined> => {
    using limit = timeLimit(codeMs)
    const soon = AbortSignal.any([signal, limit.signal])
    const runtime = await deployedCode(pool, address, soon)
    const head = parseCount(await pool.call('eth_blockNumber', [], { signal: soon }), 'eth_blockNumber')
    const findCreation = async () =>
      (creationTransaction && (await givenCreation(pool, creationTransaction, address, signal))) ||
      (await creationUpTo(head, { db: store.db, chain, address }, clock, signal))
    const verified = await verifyContract(request, { address, runtime, findCreation }, compiler, { now, signal })
    const sources = Object.entries(request.input.sources).map(([path, { content }]) => [path, content])
    await writeVerified(store, chain, verified, Object.fromEntries(sources))
  }

  const faultOf = (error: unknown): VerificationFault => {
    if (error instanceof VerificationFault) return error
    if (isServiceError(error))
      return new VerificationFault('cannot_fetch_bytecode', 'The node could not be asked for the code of the contract.')
    throw error
  }

  while (!signal.aborted) {
    try {
      const job = await jobs.claim(verificationKind(chain))
      if (job) await whileExtended(jobs, job, clock, () => runOne(job))
      else await clock.wait(pollMs, signal)
    } catch (error) {
      failed(error, pollMs)
      await clock.wait(pollMs, signal)
    }
  }
}

/** Keeps the lease of a job while it runs. */
const whileExtended = async (jobs: Jobs, job: ClaimedJob, clock: Clock, run: () => Promise<void>): Promise<void> => {
  const done = new AbortController()
  const extend = async (): Promise<void> => {
    for (;;) {
      await clock.wait(extendMs, done.signal)
      if (done.signal.aborted) return
      await jobs.extend(job).catch(() => false)
    }
  }
  const extending = extend()
  try {
    await run()
  } finally {
    done.abort()
    await extending
  }
}
