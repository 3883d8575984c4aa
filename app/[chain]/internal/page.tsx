export { generateMetadata, Page as default } from '#components/evm/chain/internal/internal-page.tsx'
