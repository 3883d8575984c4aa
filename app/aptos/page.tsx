export { generateMetadata, Page as default } from '#components/aptos/network/network-page.tsx'
