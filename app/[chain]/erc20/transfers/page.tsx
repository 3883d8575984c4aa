export { generateMetadata, Page as default } from '#components/evm/token/chain-transfers-page.tsx'
