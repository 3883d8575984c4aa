import { describe, expect, test } from 'vitest'
import {
  type ChainCoverage,
  type HistoryState,
  historyCoverageOf,
  needsWork,
} from '#lib/evm/chain/backfill/coverage.ts'
import { unchecked } from '#lib/evm/chain/backfill/drop-older-chain.ts'
import { decoderVersion } from '#lib/evm/chain/decode/decoder-version.ts'

const chain = { id: 1 }
const known: ChainCoverage = { intervals: [{ first: 900, last: 1_000 }], latest: 1_010, finalized: 1_000 }
const history = (columns: Partial<HistoryState> = {}): HistoryState => ({
  chain: 1,
  address: new Uint8Array(20),
  requested_at: 1,
  started_at: 1,
  synced_at: 2,
  first_block: 100,
  target_block: 950,
  row_count: 3,
  rows_per_second: null,
  blocks_per_second: null,
  error: null,
  outcome: null,
  decoder_version: decoderVersion,
  ...unchecked,
  intervals: [{ first: 100, last: 899 }],
  ...columns,
})
const passed = { check_state: 'passed', check_block: 950, checked_at: 10 } as const

describe('the history of a contract', () => {
  const isSynced = (columns: Partial<HistoryState>, of = known) =>
    historyCoverageOf(chain, of, history(columns)).isSynced

  test('is complete once every block is read and verification passed', () => {
    expect(isSynced({})).toBe(false)
    expect(isSynced({ check_state: 'failed', check_reason: 'no_state', check_block: 950 })).toBe(false)
    expect(isSynced(passed)).toBe(true)
    expect(isSynced({ ...passed, intervals: [{ first: 101, last: 899 }] })).toBe(false)
  })

  test('stays complete while the index continues, but not for its own blocks above the verified one', () => {
    expect(isSynced(passed, { ...known, intervals: [{ first: 900, last: 5_000 }], finalized: 5_000 })).toBe(true)
    expect(isSynced({ ...passed, check_block: 880 })).toBe(false)
  })

  test('needs no verification where the index itself reaches back to the first block', () => {
    expect(isSynced({}, { ...known, intervals: [{ first: 50, last: 1_000 }] })).toBe(true)
    expect(historyCoverageOf(chain, { ...known, intervals: [{ first: 0, last: 1_000 }] }, undefined).isSynced).toBe(
      true,
    )
  })

  test('that failed verification is verified again after a day, not at every request', () => {
    const failed = { check_state: 'failed', check_reason: 'state_differs', check_block: 950, checked_at: 10 } as const
    expect(needsWork(chain, known, history(), 20)).toBe(true)
    expect(needsWork(chain, known, history(failed), 20)).toBe(false)
    expect(needsWork(chain, known, history(failed), 10 + 25 * 3_600)).toBe(true)
    expect(needsWork(chain, known, history({ ...failed, intervals: [] }), 20)).toBe(true)
    expect(needsWork(chain, known, history(passed), 20)).toBe(false)
  })
})
