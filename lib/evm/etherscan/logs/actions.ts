import { action } from '#lib/evm/etherscan/kit/action.ts'
import {
  addressForm,
  blockForm,
  numberForm,
  optionally,
  topicForm,
  withDefault,
  wordForm,
} from '#lib/evm/etherscan/kit/parameter-forms.ts'

export const logRowsMax = 1_000

const operator = (first: number, second: number) =>
  withDefault(wordForm('and', 'or'), 'and', `How topic${first} and topic${second} are combined. Default: and.`)
const topic = (place: string) => optionally(topicForm, `The ${place} topic.`)

export const logActions = {
  getLogs: action({
    summary: 'Logs by address and topics',
    description: 'Oldest first. `address` or a topic is needed.',
    parameters: {
      address: optionally(addressForm, 'The contract that logged.'),
      fromBlock: withDefault(blockForm, 0, 'The first block. Default: 0.'),
      toBlock: withDefault(blockForm, 'latest', 'The last block, included. Default: the newest.'),
      topic0: topic('first'),
      topic1: topic('second'),
      topic2: topic('third'),
      topic3: topic('fourth'),
      topic0_1_opr: operator(0, 1),
      topic1_2_opr: operator(1, 2),
      topic2_3_opr: operator(2, 3),
      topic0_2_opr: operator(0, 2),
      topic0_3_opr: operator(0, 3),
      topic1_3_opr: operator(1, 3),
      page: withDefault(numberForm, 1, 'Number of the page, from 1.'),
      offset: withDefault(numberForm, 0, `Rows of a page, ${logRowsMax} at most.`),
    },
    result: 'Rows with `address`, `topics`, `data` and the place of each log; numbers in hex.',
    source: 'index and node',
  }),
}
