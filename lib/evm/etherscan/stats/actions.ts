import { action } from '#lib/evm/etherscan/kit/action.ts'
import { sortParameter } from '#lib/evm/etherscan/kit/list-parameters.ts'
import { addressForm, dateForm, needed, numberForm } from '#lib/evm/etherscan/kit/parameter-forms.ts'

const contractaddress = needed(addressForm, 'The token.')
const days = {
  startdate: needed(dateForm, 'The first day, UTC.'),
  enddate: needed(dateForm, 'The last day, included.'),
  ...sortParameter,
}
const daily = (summary: string, field: string) =>
  action({
    summary,
    parameters: days,
    result: `Rows of \`UTCDate\`, \`unixTimeStamp\` and \`${field}\`, one for each day.`,
    source: 'index',
  })

export const statsActions = {
  tokensupply: action({
    summary: 'Supply of a token',
    parameters: { contractaddress },
    result: 'The supply in the smallest unit, as text.',
    source: 'node',
  }),
  tokensupplyhistory: action({
    summary: 'Supply of a token after a block',
    parameters: { contractaddress, blockno: needed(numberForm, 'The block.') },
    result: 'The supply in the smallest unit, as text.',
    source: 'node',
  }),
  ethprice: action({
    summary: 'Price of the native coin',
    description: 'Needs `PRICES=on`.',
    parameters: {},
    result: '`ethusd` and `ethusd_timestamp`; `ethbtc` is empty.',
    source: 'node',
  }),
  dailytx: daily('Transactions by day', 'transactionCount'),
  dailyblkcount: daily('Blocks by day', 'blockCount'),
  dailygasused: daily('Gas used by day', 'gasUsed'),
  dailyavgblocktime: daily('Time per block by day', 'blockTime_sec'),
  dailyavgblocksize: daily('Size of blocks by day, of at most 31 days', 'blockSize_bytes'),
  dailyavggaslimit: daily('Gas limit by day, of at most 31 days', 'gasLimit'),
  dailynetutilization: daily('Share of the gas limit that is used by day, of at most 31 days', 'networkUtilization'),
}
