import { ServiceError } from '#lib/base/errors.ts'
import { blockForm, numberForm, withDefault, wordForm } from './parameter-forms.ts'

/** Rows that pages may reach. */
const windowMax = 10_000

export const blockParameters = {
  startblock: withDefault(blockForm, 0, 'The first block. Default: 0.'),
  endblock: withDefault(
    blockForm,
    'latest',
    'The last block, included. Default: the newest one indexed, which may be a minute old.',
  ),
}

export const pageParameters = {
  page: withDefault(numberForm, 1, 'Number of the page, from 1.'),
  offset: withDefault(numberForm, 0, `Rows of a page. Default: ${windowMax}, which page × offset may not exceed.`),
}

export const sortParameter = {
  sort: withDefault(wordForm('asc', 'desc'), 'asc', 'Order of the rows: oldest or newest first. Default: asc.'),
}

/** Rows `skip` to `skip + rows` of a list. */
export type ListWindow = { skip: number; rows: number }

/** The rows of a page: exactly as many as asked for, while there are more. @throws invalid_request beyond the window */
export const windowOf = ({ page, offset }: { page: number; offset: number }, rowsMax = windowMax): ListWindow => {
  const rows = offset === 0 ? rowsMax : offset
  const skip = (Math.max(1, page) - 1) * rows
  if (skip + rows > windowMax || rows > rowsMax)
    throw new ServiceError(
      'invalid_request',
      rows > rowsMax
        ? `Error! Invalid parameter offset: at most ${rowsMax}`
        : `Result window is too large, PageNo x Offset size must be less than or equal to ${windowMax}`,
    )
  return { skip, rows }
}

/** Blocks first..last, both included; without a last one up to the newest. */
export type BlockSpan = { first: number; last: number | undefined }

/** `latest` as the first block means a block above all that exist. */
export const spanOf = ({
  startblock,
  endblock,
}: {
  startblock: number | 'latest'
  endblock: number | 'latest'
}): BlockSpan => ({
  first: startblock === 'latest' ? Number.MAX_SAFE_INTEGER : startblock,
  last: endblock === 'latest' ? undefined : endblock,
})
