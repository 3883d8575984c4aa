import {
  encodeErrorResult,
  encodeEventTopics,
  encodeFunctionData,
  keccak256,
  parseAbi,
  stringToBytes,
  stringToHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { revertReason } from '#components/evm/frames/transaction/revert-reason.ts'
import { looseText } from '#components/evm/parts/values/loose-text.ts'
import { callFlow } from '#components/evm/trace/internal-transactions.tsx'
import { entryPoints, executedTopic } from '#lib/evm/api/entry-points.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import { eventTopic, logMoves } from '#lib/evm/summary/log-data.ts'
import { coinMove, netChanges } from '#lib/evm/summary/moves.ts'
import { transactionSentence } from '#lib/evm/summary/sentence.ts'
import { sentenceText } from '#lib/evm/summary/sentence-text.ts'
import { isTextInput } from '#lib/format/text-input.ts'
import { callOf, data, logOf, person, transactionWith } from './transaction-log.ts'

const [sender, other, third, coin, cat, dog] = [1, 2, 3, 10, 11, 12].map(person) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const none = person(0)

test('the event topics that pages read match the standards', () => {
  const signatures = {
    transfer: 'Transfer(address,address,uint256)',
    approval: 'Approval(address,address,uint256)',
    approvalForAll: 'ApprovalForAll(address,address,bool)',
    transferSingle: 'TransferSingle(address,address,address,uint256,uint256)',
    transferBatch: 'TransferBatch(address,address,address,uint256[],uint256[])',
    deposit: 'Deposit(address,uint256)',
    withdrawal: 'Withdrawal(address,uint256)',
  }
  for (const [name, signature] of Object.entries(signatures))
    expect(eventTopic[name as keyof typeof eventTopic]).toBe(keccak256(stringToBytes(signature)))
  const executed = 'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'
  expect(executedTopic).toBe(keccak256(stringToBytes(executed)))
  expect(encodeEventTopics({ abi: parseAbi(['event Deposit(address indexed to, uint256 amount)']) })[0]).toBe(
    eventTopic.deposit,
  )
})

const erc20 = (index: number, from: string, to: string, amount: bigint, token = coin) =>
  logOf(index, token, [eventTopic.transfer, from, to], data(amount))
const erc721 = (index: number, from: string, to: string, id: number, token = cat) =>
  logOf(index, token, [eventTopic.transfer, from, to, String(id)])

describe('token movements', () => {
  test('of ERC20, ERC721 and both forms of ERC1155 are read from the logs', () => {
    const moves = logMoves(
      [
        erc20(0, sender, other, 5n),
        erc721(1, none, sender, 7),
        logOf(2, dog, [eventTopic.transferSingle, third, sender, other], data(9, 4)),
        logOf(3, dog, [eventTopic.transferBatch, third, sender, other], data(64, 160, 2, 1, 2, 2, 30, 40)),
      ],
      new Set(),
    )
    expect(moves.map(({ standard, tokenId, amount }) => [standard, tokenId, amount])).toEqual([
      ['ERC20', null, 5n],
      ['ERC721', '7', 1n],
      ['ERC1155', '9', 4n],
      ['ERC1155', '1', 30n],
      ['ERC1155', '2', 40n],
    ])
  })

  test('include a deposit only if the contract is known to wrap native coins', () => {
    const logs = [logOf(4, coin, [eventTopic.deposit, sender], data(8))]
    expect(logMoves(logs, new Set())).toEqual([])
    expect(logMoves(logs, new Set(['4']))).toMatchObject([{ from: none, to: sender, amount: 8n, isWrapping: true }])
  })

  test("ignore logs that do not match their event's format", () => {
    const hostile = [
      logOf(0, coin, [eventTopic.transfer]),
      logOf(1, coin, [eventTopic.transfer, sender, other], '0x01'),
      logOf(2, coin, [eventTopic.transfer, String(2n ** 200n), other], data(1)),
      logOf(3, dog, [eventTopic.transferBatch, sender, sender, other], data(2n ** 255n, 2n ** 255n)),
      logOf(4, dog, [eventTopic.transferBatch, sender, sender, other], data(64, 96, 2n ** 64n, 0)),
      logOf(5, dog, [eventTopic.transferBatch, sender, sender, other], data(33, 64)),
    ]
    expect(logMoves(hostile, new Set())).toEqual([])
  })

  test('are summed per address, without what only passes through', () => {
    const moves = logMoves(
      [erc20(0, sender, other, 5n), erc20(1, other, third, 5n), erc721(2, none, third, 7)],
      new Set(),
    )
    expect(netChanges(moves)).toEqual([
      { address: sender, changes: [{ token: coin, standard: 'ERC20', tokenId: null, change: -5n }] },
      {
        address: third,
        changes: [
          { token: coin, standard: 'ERC20', tokenId: null, change: 5n },
          { token: cat, standard: 'ERC721', tokenId: '7', change: 1n },
        ],
      },
    ])
  })
})

const words = { isSpam: false, isVerified: false }
const known = {
  tokens: new Map([
    [coin, { name: 'Harbor Coin', symbol: 'HBR', decimals: 0, ...words }],
    [dog, { name: 'Dog', symbol: 'DOG', decimals: 0, ...words }],
    [cat, { name: 'Cats', symbol: null, decimals: null, ...words }],
  ]),
  labels: new Map([
    [sender, 'Ann'],
    [other, 'Bob'],
    [third, 'Cy'],
  ]),
}

const said = (fields: Partial<DecodedTransaction>, wrappings: string[] = []): string => {
  const transaction = transactionWith(fields)
  const { from_address, to_address, receipt_contract_address, value } = transaction
  const own = value === '0' ? [] : [coinMove(from_address, to_address ?? receipt_contract_address ?? '', BigInt(value))]
  const moves = [...own, ...logMoves(transaction.logs, new Set(wrappings))]
  return sentenceText(
    transactionSentence(transaction, { moves, isCoinTraced: false }),
    { symbol: 'ETH', decimals: 18 },
    known,
  )
}
const call = { input: '0xa9059cbb00' }
const decoded_call = { signature: 'tip()', label: 'tip', type: 'function' as const, params: [] }
const ether = (10n ** 18n).toString()
const inscription = { input: stringToHex('data:,{"p":"erc-20","op":"mint","tick":"ieth","id":"5780","amt":"1000"}') }

describe('transaction summary', () => {
  const sentences: [string, Partial<DecodedTransaction>, string[]?][] = [
    ['Ann sent 1 ETH to Bob.', { value: ether }],
    ['Ann sent nothing to Bob.', {}],
    ['Ann sent text to Bob.', inscription],
    ['Ann sent 1 ETH and text to Bob.', { ...inscription, value: ether }],
    ['Ann tried to send text to Bob; it failed, and only the fee was paid.', { ...inscription, receipt_status: '0' }],
    ['Ann called tip on Bob.', { ...inscription, decoded_call }],
    ['Ann sent 1 ETH to itself.', { value: ether, to_address: sender }],
    ['Ann called tip on Bob with 1 ETH.', { ...call, value: ether, decoded_call }],
    ['Ann called 0xa9059cbb on Bob.', call],
    ['Ann called tip (guessed) on Bob.', { ...call, guessed_call: decoded_call }],
    ['Ann called tip on Bob.', { ...call, decoded_call, guessed_call: { ...decoded_call, label: 'other' } }],
    ['Ann created the contract Cy.', { to_address: null, receipt_contract_address: third, input: '0x6001' }],
    [
      'Ann tried to call tip on Bob; it failed, and only the fee was paid.',
      { ...call, receipt_status: '0', decoded_call },
    ],
    ['Ann tried to send 1 ETH to Bob; it failed, and only the fee was paid.', { value: ether, receipt_status: '0' }],
    ['Ann sent 5 HBR to Bob.', { ...call, logs: [erc20(0, sender, other, 5n)] }],
    ['Ann sent 7 HBR to 2 addresses.', { ...call, logs: [erc20(0, sender, other, 5n), erc20(1, sender, third, 2n)] }],
    [
      'Ann swapped 5 HBR for 3 DOG.',
      { ...call, logs: [erc20(0, sender, other, 5n), erc20(1, other, sender, 3n, dog)] },
    ],
    ['Ann bought #7 of Cats for 1 ETH.', { ...call, value: ether, logs: [erc721(0, third, sender, 7)] }],
    ['Ann sold #7 of Cats for 9 HBR.', { ...call, logs: [erc721(0, sender, third, 7), erc20(1, third, sender, 9n)] }],
    [
      'Ann minted 2 tokens of Cats for 1 ETH.',
      { ...call, value: ether, logs: [erc721(0, none, sender, 7), erc721(1, none, sender, 8)] },
    ],
    ['Ann minted #7 of Cats.', { ...call, logs: [erc721(0, none, sender, 7)] }],
    ['Ann burned 5 HBR.', { ...call, logs: [erc20(0, sender, none, 5n)] }],
    ['Ann called 0xa9059cbb on Bob, which sent 5 HBR to Cy.', { ...call, logs: [erc20(0, other, third, 5n)] }],
    ['Ann moved 5 HBR from Bob to Cy.', { ...call, to_address: coin, logs: [erc20(0, other, third, 5n)] }],
    [
      'Ann wrapped 1 ETH as 1 × 10^18 HBR.',
      { ...call, value: ether, logs: [logOf(4, coin, [eventTopic.deposit, sender], data(ether))] },
      ['4'],
    ],
    [
      'Ann allowed Bob to spend 25 HBR.',
      { ...call, logs: [logOf(0, coin, [eventTopic.approval, sender, other], data(25))] },
    ],
    [
      'Ann allowed Bob to spend any amount of Harbor Coin.',
      { ...call, logs: [logOf(0, coin, [eventTopic.approval, sender, other], data(2n ** 256n - 1n))] },
    ],
    [
      'Ann no longer allows Bob to spend Harbor Coin.',
      { ...call, logs: [logOf(0, coin, [eventTopic.approval, sender, other], data(0))] },
    ],
    [
      'Ann allowed Bob to move every token of Cats.',
      { ...call, logs: [logOf(0, cat, [eventTopic.approvalForAll, sender, other], data(1))] },
    ],
  ]
  test.each(sentences)('%s', (sentence, fields, wrappings) => {
    expect(said(fields, wrappings)).toBe(sentence)
  })

  test('omits an approval made by someone else', () => {
    expect(said({ ...call, logs: [logOf(0, coin, [eventTopic.approval, third, other], data(25))] })).toBe(
      'Ann called 0xa9059cbb on Bob.',
    )
  })

  test('of a bundle names the user operations, if a known EntryPoint reports them', () => {
    const [entryPoint = ''] = entryPoints
    const executed = (index: number, by: string, account: string) =>
      logOf(index, by, [executedTopic, '7', account, none], data(0, 1, 5, 5))
    const move = erc20(0, other, third, 5n)
    const bundle = (by: string, ...accounts: string[]) =>
      said({ ...call, to_address: by, logs: [move, ...accounts.map((account, at) => executed(at + 1, by, account))] })
    expect(bundle(entryPoint, other, other)).toBe('Ann bundled 2 user operations of Bob.')
    expect(bundle(entryPoint, other, third)).toBe('Ann bundled 2 user operations of 2 accounts.')
    expect(bundle(person(99), other)).toBe('Ann moved 5 HBR from Bob to Cy.')
    expect(bundle(entryPoint)).toBe('Ann moved 5 HBR from Bob to Cy.')
  })

  test('of many transfers between others names the method and counts transfers', () => {
    const logs = [1, 2, 3, 4].map((number) => erc20(number, third, coin, 1n, person(100 + number)))
    expect(said({ ...call, logs })).toBe('Ann called 0xa9059cbb on Bob, with 4 transfers.')
  })

  test('links each clause to its evidence', () => {
    const transaction = transactionWith({ ...call, logs: [erc20(3, sender, other, 5n)] })
    const { clauses } = transactionSentence(transaction, {
      moves: logMoves(transaction.logs, new Set()),
      isCoinTraced: false,
    })
    expect(clauses.map(({ proof }) => proof)).toEqual([{ kind: 'log', index: '3' }])
    const bought = transactionWith({ ...call, value: ether, logs: [erc721(5, third, sender, 7)] })
    const moves = [coinMove(sender, other, BigInt(ether)), ...logMoves(bought.logs, new Set())]
    expect(transactionSentence(bought, { moves, isCoinTraced: true }).clauses.map(({ proof }) => proof)).toEqual([
      { kind: 'log', index: '5' },
    ])
  })
})

describe('call depth', () => {
  const depths = (calls: Parameters<typeof callFlow>[0]) =>
    callFlow(calls, person(1)).map(({ depth, isPlaced }) => (isPlaced ? depth : 'top'))

  test('places a call below the innermost open call of its caller', () => {
    expect(depths([callOf('CALL', 1, 2), callOf('CALL', 2, 3), callOf('CALL', 2, 4), callOf('CALL', 1, 5)])).toEqual([
      0, 1, 1, 0,
    ])
  })
  test('follows a delegate call, which runs as its caller', () => {
    expect(depths([callOf('DELEGATECALL', 1, 9), callOf('CALL', 1, 2), callOf('STATICCALL', 2, 1)])).toEqual([0, 1, 2])
  })
  test('is left open when no open call can be the caller', () => {
    expect(depths([callOf('CALL', 1, 2), callOf('CALL', 7, 3)])).toEqual([0, 'top'])
  })
})

test('a revert reason is decoded only from the standard errors', () => {
  const abi = parseAbi(['error Error(string reason)', 'error Panic(uint256 code)', 'error Own(uint256 code)'])
  expect(revertReason(encodeErrorResult({ abi, errorName: 'Error', args: ['too little'] }))).toBe('too little')
  expect(revertReason(encodeErrorResult({ abi, errorName: 'Panic', args: [17n] }))).toBe(
    'arithmetic overflow or underflow',
  )
  expect(revertReason(encodeErrorResult({ abi, errorName: 'Own', args: [17n] }))).toBeUndefined()
  expect(revertReason('0x')).toBeUndefined()
  expect(revertReason('0x08c379a0')).toBeUndefined()
})

test('bytes shown as text cannot change the direction of surrounding text', () => {
  expect(looseText('0x68690ae280ae00')).toBe('hi\n··')
})

test('an input is text if it is printable UTF-8 and longer than a selector', () => {
  const texts = ['hotwallet drain fee', 'imToken Labs 到此一遊', 'line\nline', '到'.repeat(300), '🙂🙂']
  expect(texts.map((text) => isTextInput(stringToHex(text)))).toEqual(texts.map(() => true))
  const call = encodeFunctionData({ abi: parseAbi(['function say(string text)']), args: ['hotwallet drain fee'] })
  const others = [
    '0x',
    '0x41',
    stringToHex('ping'),
    call,
    '0x6765617261ff',
    stringToHex('gearn\u0000'),
    stringToHex('abc\u202edef'),
  ]
  expect(others.map(isTextInput)).toEqual(others.map(() => false))
})
