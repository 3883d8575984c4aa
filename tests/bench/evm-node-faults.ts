import { type FaultRates, runWithFaults } from '#tests/evm/chain/rpc/faulty-run.ts'

/*
 * How long 300 blocks of the demo ledger take from nodes with faults, in simulated time (100 ms a request and 5 ms a call):
 * median and worst of 25 seeds. `of undisturbed` leaves out the waits that the node imposed.
 *
 *   node tests/bench/evm-node-faults.ts
 */

const seeds = Array.from({ length: 25 }, (_, index) => index + 1)
const cases: [name: string, FaultRates][] = [
  ['no faults', {}],
  ['30 % 429', { limited: 0.3 }],
  ['30 % 429, Retry-After: 1', { limited: 0.3, retryAfterSeconds: 1 }],
  ['4 % hang for 30 s', { hanging: 0.04 }],
  ['30 % 429 and 4 % hang', { limited: 0.3, hanging: 0.04 }],
  ['4 % hang, two nodes', { hanging: 0.04, nodes: 2 }],
  ...[402, 403, 404, 429].map((status): [string, FaultRates] => [
    `one ${status} at the start`,
    { firstStatus: { status, requests: 1 } },
  ]),
]

const seconds = (ms: number): string => (ms / 1_000).toFixed(2)
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

let undisturbed = 1
const rows: Record<string, object> = {}
for (const [name, rates] of cases) {
  const runs: Awaited<ReturnType<typeof runWithFaults>>[] = []
  for (const seed of seeds) runs.push(await runWithFaults(rates, seed))
  if (name === 'no faults') undisturbed = median(runs.map(({ tookMs }) => tookMs))
  const own = runs.map(({ tookMs, imposedMs }) => tookMs - imposedMs)
  rows[name] = {
    'median s': seconds(median(runs.map(({ tookMs }) => tookMs))),
    'worst s': seconds(Math.max(...runs.map(({ tookMs }) => tookMs))),
    'imposed s': seconds(median(runs.map(({ imposedMs }) => imposedMs))),
    'of undisturbed, median': (median(own) / undisturbed).toFixed(2),
    'of undisturbed, worst': (Math.max(...own) / undisturbed).toFixed(2),
    requests: median(runs.map(({ requests }) => requests)),
  }
}
console.table(rows)
