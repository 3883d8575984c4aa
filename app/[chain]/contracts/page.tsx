export { generateMetadata, Page as default } from '#components/evm/chain/contracts/contracts-page.tsx'
