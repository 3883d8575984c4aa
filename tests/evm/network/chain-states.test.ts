import { expect, test } from 'vitest'
import { stateWord } from '#lib/evm/network/chain-states.ts'

const now = 1_700_000_000
const newest = { number: 100, timestamp: now - 12 }
const status = { head: { latest: 100, finalized: 40 }, checkedAt: now - 1, error: undefined }
const intervals = [{ first: 50, last: 100 }]
const following = { source: 'index' } as const

test('an index at the head is in sync, one behind it is syncing', () => {
  expect(stateWord(following, { status, intervals, newest }, now)).toBe('SYNCED')
  const ahead = { ...status, head: { latest: 500, finalized: 400 } }
  expect(stateWord(following, { status: ahead, intervals, newest }, now)).toBe('SYNCING')
})

test('a few blocks behind a chain of several blocks a second is in sync', () => {
  const fast = { ...status, head: { latest: 130, finalized: 40 } }
  const justNow = { number: 100, timestamp: now - 8 }
  expect(stateWord(following, { status: fast, intervals, newest: justNow }, now)).toBe('SYNCED')
})

test('an error, or two minutes without the node, is stalled', () => {
  expect(stateWord(following, { status: { ...status, error: 'down' }, intervals, newest }, now)).toBe('STALLED')
  expect(stateWord(following, { status: { ...status, checkedAt: now - 121 }, intervals, newest }, now)).toBe('STALLED')
})

test('before the first response of the node, the chain is starting', () => {
  const nothing = { head: undefined, checkedAt: undefined, error: undefined }
  expect(stateWord(following, { status: nothing, intervals: [], newest: undefined }, now)).toBe('SYNCING')
})

test('ranges are in sync once all are covered, and no longer need the node', () => {
  const ranges = [
    { first: 50, last: 60 },
    { first: 90, last: 100 },
  ]
  const old = { ...status, checkedAt: now - 9_999 }
  expect(stateWord({ source: 'index', ranges }, { status: old, intervals, newest }, now)).toBe('SYNCED')
  const more = [...ranges, { first: 200, last: 210 }]
  expect(stateWord({ source: 'index', ranges: more }, { status, intervals, newest }, now)).toBe('SYNCING')
  expect(stateWord({ source: 'index', ranges: more }, { status: old, intervals, newest }, now)).toBe('STALLED')
})

test('an indexed end block completes the chain', () => {
  const old = { ...status, checkedAt: now - 9_999 }
  expect(stateWord({ source: 'index', endBlock: 100 }, { status: old, intervals, newest }, now)).toBe('SYNCED')
  expect(stateWord({ source: 'index', endBlock: 101 }, { status: old, intervals, newest }, now)).toBe('STALLED')
})

test('the demo ledger is complete once it is indexed', () => {
  const silent = { head: undefined, checkedAt: undefined, error: undefined }
  expect(stateWord({ source: 'demo' }, { status: silent, intervals, newest }, now)).toBe('SYNCED')
  expect(stateWord({ source: 'demo' }, { status: silent, intervals: [], newest: undefined }, now)).toBe('SYNCING')
})
