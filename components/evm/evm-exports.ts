import { createExportOf } from '#components/export/exported-list.ts'
import { evmExplorerRoutes, evmRoutes } from '#lib/evm/contract/routes.ts'

export const evmExport = createExportOf(evmRoutes)
export const evmExplorerExport = createExportOf(evmExplorerRoutes, '/api/explorer')
