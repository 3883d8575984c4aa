/** The stream of index changes, which both servers answer before their routes. */
export const livePath = '/api/explorer/live'
