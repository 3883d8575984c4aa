/* A process for tests: adds batches to the ledger of a database until it is killed. Parameters: the URL, rows a batch. */
import { openStore } from '#lib/store/open.ts'
import { addEntries, type LedgerTables } from './ledger.ts'

const [url = '', rows = ''] = process.argv.slice(2)
const store = await openStore<LedgerTables>(url)
console.log('open')
for (;;) await addEntries(store, Number(rows))
