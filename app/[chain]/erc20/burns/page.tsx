export { generateMetadata, Page as default } from '#components/evm/token/chain-burns-page.tsx'
