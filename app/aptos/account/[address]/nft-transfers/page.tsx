export { generateMetadata, Page as default } from '#components/aptos/account/nft-transfers-page.tsx'
