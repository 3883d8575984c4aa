/**
 * Makes the Aptos part of the demo ledger: `node tests/demo-recorder/make-aptos.ts`, a few seconds, from the project's root.
 *
 * There is no Aptos node in npm, so tests/demo-recorder/aptos/story.ts plays the chain itself and writes what a full node's REST
 * API would say into lib/demo/aptos.archive. The same seed, keys and clock every time: twice the script is twice the
 * same bytes.
 *
 * Which of its hashes are Aptos' own: account, object, collection, token and multisig addresses; token_data_id and
 * collection_data_id hashes; every state_key_hash; BCS keys and values of table items; signatures; the hashes of user,
 * block metadata and state checkpoint transactions; the shape of the transaction accumulator, whose leaves are the hashes
 * of BCS TransactionInfo. Stand-ins, consistent within this ledger only: hashes of genesis, validator and epilogue
 * transactions, block hashes, event_root_hash, state_change_hash, state_checkpoint_hash (see tests/demo-recorder/aptos/ledger-builder.ts),
 * table handles, and the bytecode of modules and scripts.
 */

import { playAptosStory } from './aptos/story.ts'
import { writeArchive } from './write-archive.ts'

const { chain } = await playAptosStory()
const { blocks, transactions } = chain.ledger
const size = await writeArchive('aptos.archive', { blocks, transactions })
console.log(`${blocks.length} blocks, ${transactions.length} transactions: aptos.archive ${size} bytes`)
