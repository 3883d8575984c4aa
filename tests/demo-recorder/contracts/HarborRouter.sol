// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";

interface IPair is IERC20 {
    function token0() external view returns (address);
    function getReserves() external view returns (uint112, uint112, uint32);
    function mint(address to) external returns (uint256);
    function burn(address to) external returns (uint256, uint256);
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;
}

interface IWrapped is IERC20 {
    function deposit() external payable;
    function withdraw(uint256 amount) external;
}

/// The way into one pair of Uniswap V2: Harbor Coin against the wrapped coin. The functions are called as those of Uniswap's own router.
contract HarborRouter is Multicall {
    IPair public immutable pair;
    IERC20 public immutable coin;
    IWrapped public immutable wrapped;

    constructor(IPair pair_, IERC20 coin_, IWrapped wrapped_) {
        pair = pair_;
        coin = coin_;
        wrapped = wrapped_;
    }

    receive() external payable {
        require(msg.sender == address(wrapped), "HarborRouter: only unwrapped coin");
    }

    function addLiquidity(uint256 coins, uint256 wrappedCoins, address to) external returns (uint256) {
        _take(coin, coins);
        _take(wrapped, wrappedCoins);
        return pair.mint(to);
    }

    function removeLiquidity(uint256 shares, address to) external returns (uint256, uint256) {
        _take(pair, shares);
        return pair.burn(to);
    }

    function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address tokenIn, address to) external {
        _take(IERC20(tokenIn), amountIn);
        _swap(amountIn, amountOutMin, tokenIn, to);
    }

    function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address payable to) external {
        _take(coin, amountIn);
        uint256 out = _swap(amountIn, amountOutMin, address(coin), address(this));
        wrapped.withdraw(out);
        (bool sent, ) = to.call{value: out}("");
        require(sent, "HarborRouter: receiver refused");
    }

    function swapExactETHForTokens(uint256 amountOutMin, address to) external payable {
        wrapped.deposit{value: msg.value}();
        require(wrapped.transfer(address(pair), msg.value));
        _swap(msg.value, amountOutMin, address(wrapped), to);
    }

    function _take(IERC20 token, uint256 amount) private {
        require(token.transferFrom(msg.sender, address(pair), amount), "HarborRouter: token refused");
    }

    function _swap(uint256 amountIn, uint256 amountOutMin, address tokenIn, address to) private returns (uint256 out) {
        (uint256 reserve0, uint256 reserve1, ) = pair.getReserves();
        bool isFirst = tokenIn == pair.token0();
        (uint256 reserveIn, uint256 reserveOut) = isFirst ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 afterFee = amountIn * 997;
        out = (afterFee * reserveOut) / (reserveIn * 1000 + afterFee);
        require(out >= amountOutMin, "HarborRouter: too little for it");
        pair.swap(isFirst ? 0 : out, isFirst ? out : 0, to, "");
    }
}
