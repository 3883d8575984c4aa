export { generateMetadata, Page as default } from '#components/evm/block/chain-withdrawals-page.tsx'
