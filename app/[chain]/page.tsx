export { generateMetadata, Page as default } from '#components/evm/chain/chain-page.tsx'
