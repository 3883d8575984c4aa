export { generateMetadata, Page as default } from '#components/evm/wallet/internal-page.tsx'
