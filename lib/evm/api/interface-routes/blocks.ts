export const dateToBlock = { method: 'GET', path: '/api/v2/dateToBlock' } as const
export const blockContents = { method: 'GET', path: '/api/v2/block/:block_number_or_hash' } as const
