import { type AptosNode, createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import { fastClock } from '#tests/support/fast-clock.ts'

/** Replaces the response to a path below `/v1`; undefined leaves it to the demo ledger. */
export type Bend = (path: string, query: URLSearchParams, body?: unknown) => Response | undefined

/** The product's client of the demo ledger's full node, some of whose responses are replaced. */
export const demoNode = (bend: Bend = () => undefined): AptosNode =>
  createAptosNode({
    baseUrls: ['http://node.test/v1'],
    fetch: async (input, init) => {
      const { pathname, searchParams } = new URL(String(input))
      return bend(pathname.replace('/v1', ''), searchParams, init?.body) ?? demoAptosFetch(String(input), init)
    },
    clock: fastClock(),
  })

export const refusal = (status: number, code: string): Response =>
  Response.json({ message: code, error_code: code, vm_error_code: null }, { status })
