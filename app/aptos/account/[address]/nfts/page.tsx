export { generateMetadata, Page as default } from '#components/aptos/account/nfts-page.tsx'
