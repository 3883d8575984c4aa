export { generateMetadata, Page as default } from '#components/evm/chain/bodies/withdrawals-page.tsx'
