import { drawPreview } from '#components/page-data/draw-preview.tsx'
import { pageRegistry } from '#components/page-data/page-registry.ts'
import { systems } from '#lib/systems.ts'

export const dynamic = 'force-dynamic'

const parts = { registry: pageRegistry, draw: drawPreview }

const handle = async (request: Request): Promise<Response> => (await systems()).pages(request, parts)

export { handle as DELETE, handle as GET, handle as HEAD, handle as PATCH, handle as POST, handle as PUT }
