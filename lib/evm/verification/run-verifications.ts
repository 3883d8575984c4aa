import type { Transaction } from 'kysely'
import { toBytes, toDigits } from '#lib/base/bytes.ts'
import { type Clock, systemClock } from '#lib/base/clock.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { keccak256 } from '#lib/base/keccak.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { parseCount } from '#lib/evm/chain/rpc/parse.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { VerifiedContractRow } from '#lib/evm/chain/tables/verified-tables.ts'
import { logFailures } from '#lib/indexing/log-failures.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import { type ClaimedJob, createJobs, type Jobs } from '#lib/store/jobs.ts'
import type { Store } from '#lib/store/store.ts'
import type { Compiler } from './compile-contract.ts'
import { creationUpTo, givenCreation } from './known-sources.ts'
import { VerificationFault } from './solc-versions.ts'
import { finishVerification, readRequest, verificationKind } from './verifications.ts'
import { deployedCode, matchOf, type Sources, type VerifiedContract, verifyContract } from './verify-contract.ts'

const rowsPerStatement = 20

/**
 * Stores a verified contract, unless one that matches as well is stored for the same code: sources that match in part cannot
 * replace others. Returns whether it was stored.
 */
const writeVerified = ({ db }: Store<EvmTables>, chain: number, contract: VerifiedContract, sources: Sources) =>
  db.transaction().execute(async (transaction) => {
    const row = rowOf(chain, contract)
    const known = await transaction
      .selectFrom('evm_verified_contracts')
      .select(['code_hash', 'runtime_match', 'creation_match'])
      .where('chain', '=', chain)
      .where('address', '=', row.address)
      .executeTakeFirst()
    const isSameCode = known !== undefined && Buffer.compare(known.code_hash, row.code_hash) === 0
    const isBetter = known?.runtime_match !== 'exact_match' && known?.creation_match !== 'exact_match'
    if (isSameCode && !(isBetter && matchOf(contract.match) === 'exact_match')) return false
    await deleteVerified(transaction, chain, row.address)
    await transaction.insertInto('evm_verified_contracts').values(row).execute()
    await insertSources(transaction, row, sources)
    return true
  })

const deleteVerified = async (transaction: Transaction<EvmTables>, chain: number, address: Uint8Array) => {
  for (const table of ['evm_verified_contracts', 'evm_verified_sources'] as const)
    await transaction.deleteFrom(table).where('chain', '=', chain).where('address', '=', address).execute()
}

const insertSources = async (
  transaction: Transaction<EvmTables>,
  { chain, address }: VerifiedContractRow,
  sources: Sources,
): Promise<void> => {
  const rows = Object.entries(sources).map(([path, text]) => ({
    path,
    text,
    source_hash: keccak256(Buffer.from(text)),
  }))
  const texts = new Map(rows.map((row) => [toDigits(row.source_hash), row]))
  for (const batch of batchesOf([...texts.values()], rowsPerStatement))
    await transaction
      .insertInto('evm_source_texts')
      .values(batch.map(({ source_hash, text }) => ({ chain, source_hash, text })))
      .onConflict((conflict) => conflict.columns(['chain', 'source_hash']).doNothing())
      .execute()
  for (const batch of batchesOf(rows, rowsPerStatement))
    await transaction
      .insertInto('evm_verified_sources')
      .values(batch.map(({ source_hash, path }) => ({ chain, address, path, source_hash })))
      .execute()
}

const rowOf = (chain: number, contract: VerifiedContract): VerifiedContractRow => {
  const { match, creationTransaction } = contract
  return {
    chain,
    verified_at: contract.verifiedAt,
    address: toBytes(contract.address),
    code_hash: toBytes(contract.codeHash),
    creation_transaction: creationTransaction === undefined ? null : toBytes(creationTransaction),
    runtime_match: match.runtime ?? null,
    creation_match: match.creation ?? null,
    name: contract.name,
    file: contract.file,
    language: contract.language,
    compiler_version: contract.compilerVersion,
    verified_by: contract.verifiedBy,
    settings: JSON.stringify(contract.settings),
    abi: JSON.stringify(contract.abi),
    storage_layout: contract.storageLayout === undefined ? null : JSON.stringify(contract.storageLayout),
    documentation: JSON.stringify(contract.documentation),
    libraries: JSON.stringify(match.libraries),
    immutables: JSON.stringify(match.immutables),
    metadata: contract.metadata,
    creation_code: contract.creationCode,
    constructor_arguments: match.constructorArguments ?? null,
  }
}

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
