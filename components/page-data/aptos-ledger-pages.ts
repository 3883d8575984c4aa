import { isoOfMicros } from '#components/aptos/micro-time.ts'
import { transactionKind } from '#components/aptos/transaction-kind.ts'
import { transactionSentence } from '#components/aptos/transaction-sentence.ts'
import { aptosCall, aptosExplorerCall } from '#components/source/source-call.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import type { PageAt, PageEntry } from '#lib/pages/page-content.ts'
import { accountAddress, heightOf, listsOf, networkOf, placeOf, versionOf } from './aptos-at.ts'
import { aptosAnswer, aptosExplorerAnswer, minuteOf, noSuch, partOf, shortText } from './page-words.ts'
import { rowsOf } from './rows-of.ts'

const blocksShown = 12

export const aptos: PageEntry = {
  calls: async (at) => {
    const network = await networkOf(at)
    return [
      aptosExplorerCall('aptosStatus', { network }),
      aptosExplorerCall('aptosBlocks', { network, limit: at.query.limit ?? blocksShown }),
    ]
  },
  list: ['aptosBlocks'],
  about: async (answers, at) => {
    const place = await placeOf(at)
    const status = aptosExplorerAnswer(answers, 'aptosStatus')
    return {
      kind: 'Network',
      title: place,
      place,
      summary: `The newest blocks of ${place}, and what is indexed of it.`,
      facts: [
        ...(status?.ledger_version ? [['Ledger version', groupedNumber(status.ledger_version)] as const] : []),
        ...(status?.block_height ? [['Block', groupedNumber(status.block_height)] as const] : []),
      ],
    }
  },
}

export const aptosBlock: PageEntry = {
  calls: async (at) => [
    aptosCall('blockByHeight', {
      block_height: heightOf(at),
      network: await networkOf(at),
      with_transactions: true,
    }),
  ],
  rows: (answers) =>
    rowsOf('blockByHeight', aptosAnswer(answers, 'blockByHeight')?.transactions ?? [], [
      ...(['version', 'type', 'hash', 'success', 'vm_status', 'sender', 'gas_used', 'timestamp'] as const),
    ]),
  about: async (answers, at) => {
    const place = await placeOf(at)
    const block = aptosAnswer(answers, 'blockByHeight')
    const count = block ? BigInt(block.last_version) - BigInt(block.first_version) + 1n : 0n
    return {
      kind: 'Block',
      title: heightOf(at),
      place,
      summary: `Block ${groupedNumber(heightOf(at))} of ${place} has ${counted(count, 'transaction')}.`,
      facts: block
        ? [
            ['Time', minuteOf(isoOfMicros(block.block_timestamp))],
            ['Versions', `${block.first_version} – ${block.last_version}`],
          ]
        : [],
    }
  },
}

/** The interface knows no transaction alone: its block is asked, and of its transactions only this one is kept. */
export const aptosTransaction: PageEntry = {
  calls: async (at) => {
    const version = await versionOf(at)
    return [
      {
        ...aptosCall('blockByVersion', { version, network: await networkOf(at), with_transactions: true }),
        keep: (answer) => {
          const block = answer as { transactions?: { version?: string }[] | null }
          return { ...block, transactions: block.transactions?.filter((one) => one.version === version) ?? null }
        },
      },
    ]
  },
  about: async (answers, at) => {
    const block = aptosAnswer(answers, 'blockByVersion')
    const transaction = block?.transactions?.[0]
    if (!block || !transaction) throw noSuch('transaction')
    return {
      kind: 'Transaction',
      title: await versionOf(at),
      place: await placeOf(at),
      summary: transactionSentence(transaction),
      facts: [
        ['Kind', transactionKind(transaction.type).title],
        ['Block', block.block_height],
        ['Time', minuteOf(isoOfMicros(block.block_timestamp))],
        ...(transaction.sender ? [['Sender', shortText(transaction.sender)] as const] : []),
        ...(transaction.success === undefined ? [] : [['Success', transaction.success ? 'yes' : 'no'] as const]),
      ],
    }
  },
}

const aboutAccount = async (
  at: PageAt,
  kind: string,
  summary: string,
): Promise<Awaited<ReturnType<PageEntry['about']>>> => ({
  kind,
  title: accountAddress(at),
  place: await placeOf(at),
  summary,
  facts: [],
})

export const aptosAccount: PageEntry = {
  calls: async (at) => {
    const input = { address: accountAddress(at), network: await networkOf(at) }
    return [
      aptosExplorerCall('aptosAccount', input),
      aptosExplorerCall('aptosAccountTransactions', { ...input, ...partOf(at, 50) }),
    ]
  },
  list: ['aptosAccountTransactions'],
  about: (answers, at) => {
    const sent = aptosExplorerAnswer(answers, 'aptosAccount')?.sequence_number ?? '0'
    return aboutAccount(at, 'Account', `An Aptos account that has sent ${counted(sent, 'numbered transaction')}.`)
  },
}

export const aptosAccountNfts: PageEntry = {
  calls: async (at) => {
    const input = { address: accountAddress(at), network: await networkOf(at) }
    return [
      aptosExplorerCall('aptosAccountTokens', { ...input, ...partOf(at, 50) }),
      aptosExplorerCall('aptosAccount', input),
    ]
  },
  list: ['aptosAccountTokens'],
  about: (_, at) => aboutAccount(at, 'NFTs', `NFTs that the Aptos account ${shortText(accountAddress(at))} holds.`),
}

export const aptosAccountNftTransfers: PageEntry = {
  calls: async (at) => {
    const [address, network] = [accountAddress(at), await networkOf(at)]
    const lists = listsOf(at, ['collection_whitelist', 'collection_blacklist'])
    return [
      aptosCall('walletNftTransfers', { wallet_addresses: [address], network, ...lists, ...partOf(at, 50) }),
      aptosExplorerCall('aptosAccount', { address, network }),
    ]
  },
  list: ['walletNftTransfers'],
  about: (_, at) =>
    aboutAccount(at, 'NFT transfers', `NFT transfers of the Aptos account ${shortText(accountAddress(at))}.`),
}
