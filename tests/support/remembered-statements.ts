import type { KyselyPlugin, RootOperationNode } from 'kysely'

/**
 * A plugin of a database that collects the statements sent through it, so that a test can ask for their plans, and the number of
 * rows that each returned.
 */
export const rememberStatements = () => {
  const statements: RootOperationNode[] = []
  const rowCounts: number[] = []
  const remember: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(node)
      return node
    },
    transformResult: async ({ result }) => {
      rowCounts.push(result.rows.length)
      return result
    },
  }
  return { statements, rowCounts, remember }
}
