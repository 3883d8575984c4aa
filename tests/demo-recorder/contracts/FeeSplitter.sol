// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// The rule that FeeSplitter runs in its own storage by DELEGATECALL.
contract SplitRule {
    address[] internal payees;
    uint256 public rounds;

    function share(uint256 amount) external payable returns (uint256 each) {
        rounds++;
        each = amount / payees.length;
    }
}

/// Splits what it is sent: DELEGATECALL for the rule, one CALL with value per payee, STATICCALL for the audit.
contract FeeSplitter {
    address[] internal payees;
    uint256 public rounds;
    address public immutable rule;

    event Split(uint256 amount, uint256 each);
    event Audited(address indexed token, uint256 total);

    constructor(address rule_, address[] memory payees_) {
        rule = rule_;
        payees = payees_;
    }

    function split() external payable {
        (bool ok, bytes memory answer) = rule.delegatecall(abi.encodeCall(SplitRule.share, (msg.value)));
        require(ok, "FeeSplitter: rule failed");
        uint256 each = abi.decode(answer, (uint256));
        for (uint256 i = 0; i < payees.length; i++) {
            (bool sent, ) = payees[i].call{value: each}("");
            require(sent, "FeeSplitter: payee refused");
        }
        emit Split(msg.value, each);
    }

    function audit(IERC20 token) external returns (uint256 total) {
        for (uint256 i = 0; i < payees.length; i++) total += token.balanceOf(payees[i]);
        emit Audited(address(token), total);
    }

    /// One payee may fail without failing the round: its frame carries an error, the transaction succeeds.
    function tryEach(address[] calldata targets) external payable {
        for (uint256 i = 0; i < targets.length; i++) {
            (bool sent, ) = targets[i].call{value: msg.value / targets.length}("");
            if (!sent) continue;
        }
        (bool returned, ) = msg.sender.call{value: address(this).balance}("");
        require(returned, "FeeSplitter: change refused");
    }
}
