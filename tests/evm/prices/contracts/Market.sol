// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC20/ERC20.sol";

contract MarketCoin is ERC20 {
  uint8 private immutable shownDecimals;

  constructor(string memory symbol_, uint8 decimals_, address owner) ERC20(symbol_, symbol_) {
    shownDecimals = decimals_;
    _mint(owner, 10 ** 40);
  }

  function decimals() public view override returns (uint8) {
    return shownDecimals;
  }
}

/** A Chainlink aggregator whose round is set by hand. */
contract Feed {
  uint8 public constant decimals = 8;
  int256 private answer;
  uint256 private updatedAt;

  function set(int256 answer_, uint256 updatedAt_) external {
    answer = answer_;
    updatedAt = updatedAt_;
  }

  function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
    return (1, answer, updatedAt, updatedAt, 1);
  }
}

interface Pool {
  function token0() external view returns (address);
  function token1() external view returns (address);
  function mint(address to, int24 lower, int24 upper, uint128 amount, bytes calldata data) external returns (uint256, uint256);
  function swap(address to, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data) external returns (int256, int256);
}

interface Pair {
  function token0() external view returns (address);
  function token1() external view returns (address);
  function getReserves() external view returns (uint112, uint112, uint32);
  function mint(address to) external returns (uint256);
  function swap(uint256 amount0, uint256 amount1, address to, bytes calldata data) external;
}

/** Owns all coins, and trades in pools of Uniswap. */
contract Trader {
  function give(address coin, address to, uint256 amount) external {
    ERC20(coin).transfer(to, amount);
  }

  function fillPool(address pool, int24 range, uint128 liquidity) external {
    Pool(pool).mint(address(this), -range, range, liquidity, "");
  }

  function swapInPool(address pool, bool zeroForOne, int256 amount, uint160 limit) external {
    Pool(pool).swap(address(this), zeroForOne, amount, limit, "");
  }

  function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
    pay(amount0, amount1);
  }

  function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata) external {
    pay(amount0 > 0 ? uint256(amount0) : 0, amount1 > 0 ? uint256(amount1) : 0);
  }

  function pay(uint256 amount0, uint256 amount1) private {
    if (amount0 > 0) ERC20(Pool(msg.sender).token0()).transfer(msg.sender, amount0);
    if (amount1 > 0) ERC20(Pool(msg.sender).token1()).transfer(msg.sender, amount1);
  }

  function fillPair(address pair, address one, uint256 amount, address other, uint256 otherAmount) external {
    ERC20(one).transfer(pair, amount);
    ERC20(other).transfer(pair, otherAmount);
    Pair(pair).mint(address(this));
  }

  function swapInPair(address pair, address sold, uint256 amount) external {
    (uint256 reserve0, uint256 reserve1, ) = Pair(pair).getReserves();
    bool isFirst = sold == Pair(pair).token0();
    (uint256 own, uint256 other) = isFirst ? (reserve0, reserve1) : (reserve1, reserve0);
    uint256 paid = (amount * 997 * other) / (own * 1000 + amount * 997);
    ERC20(sold).transfer(pair, amount);
    Pair(pair).swap(isFirst ? 0 : paid, isFirst ? paid : 0, address(this), "");
  }
}
