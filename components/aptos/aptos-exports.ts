import { createExportOf } from '#components/export/exported-list.ts'
import { aptosExplorerRoutes, aptosRoutes } from '#lib/aptos/contract/routes.ts'

export const aptosExport = createExportOf(aptosRoutes, '/api/aptos')
export const aptosExplorerExport = createExportOf(aptosExplorerRoutes, '/api/explorer')
