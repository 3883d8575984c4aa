export { generateMetadata, Page as default } from '#components/evm/chain/internal-page.tsx'
