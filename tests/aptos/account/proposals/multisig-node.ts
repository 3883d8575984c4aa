import { z } from 'zod'
import { type Bend, refusal } from '#tests/aptos/account/demo-node.ts'

export const long = (hex: string): string => `0x${hex.padStart(64, '0')}`
export const multisig = long('5')
const owners = ['0xa1', '0xa2', '0xa3']

const handle = '0x77'
const asked = z.object({ key_type: z.literal('u64'), value_type: z.string(), key: z.string() })

type Stored = {
  payload?: string
  hash?: string
  votes?: Record<string, boolean>
  /** In place of the whole item. */
  raw?: unknown
}

/** A proposal as a node returns the item of the table. */
const item = ({ payload, hash, votes = { '0xa1': true } }: Stored) => ({
  payload: { vec: payload === undefined ? [] : [payload] },
  payload_hash: { vec: hash === undefined ? [] : [hash] },
  votes: { data: Object.entries(votes).map(([key, value]) => ({ key, value })) },
  creator: '0xa1',
  creation_time_secs: '1790000000',
})

/** A node with one multisig account of three owners, whose proposals start with number 5. */
export const multisigNode =
  (
    proposals: readonly Stored[],
    { required = '2', more = () => undefined }: { required?: string; more?: Bend } = {},
  ): Bend =>
  (path, query, body) => {
    const other = more(path, query, body)
    if (other) return other
    if (path === `/accounts/${multisig}/resource/0x1::multisig_account::MultisigAccount`)
      return Response.json({
        type: '0x1::multisig_account::MultisigAccount',
        data: {
          owners,
          num_signatures_required: required,
          last_executed_sequence_number: '4',
          next_sequence_number: String(5 + proposals.length),
          transactions: { handle },
        },
      })
    if (path === `/tables/${handle}/item`) {
      const { key } = asked.parse(JSON.parse(String(body)))
      const stored = proposals[Number(key) - 5]
      return stored ? Response.json(stored.raw ?? item(stored)) : refusal(404, 'table_item_not_found')
    }
    return undefined
  }

/** A module with one entry function. */
export const moduleWith =
  (address: string, name: string, called: string, params: readonly string[], generics = 0): Bend =>
  (path) =>
    path === `/accounts/${address}/module/${name}`
      ? Response.json({
          bytecode: '0x00',
          abi: {
            address,
            name,
            friends: [],
            exposed_functions: [
              {
                name: called,
                visibility: 'public',
                is_entry: true,
                is_view: false,
                generic_type_params: Array.from({ length: generics }, () => ({ constraints: [] })),
                params,
                return: [],
              },
            ],
            structs: [],
          },
        })
      : undefined
