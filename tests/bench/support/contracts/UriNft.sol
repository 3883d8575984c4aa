// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// Tokens whose URI is whatever their minter says. An empty one becomes a `data:` URI of 5 MB.
contract UriNft is ERC721 {
    mapping(uint256 => string) private uris;

    constructor() ERC721("URI NFT", "UNFT") {}

    function mint(address to, uint256 id, string calldata uri) external {
        _mint(to, id);
        uris[id] = uri;
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        if (bytes(uris[id]).length > 0) return uris[id];
        bytes memory large = new bytes(5_000_000);
        bytes32 start = "data:application/json,aaaaaaaaaa";
        assembly {
            for { let at := 32 } lt(at, 5000032) { at := add(at, 32) } { mstore(add(large, at), start) }
        }
        return string(large);
    }
}
