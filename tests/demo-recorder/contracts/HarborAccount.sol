// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Simple7702Account} from "@account-abstraction/contracts/accounts/Simple7702Account.sol";

/// The code that members delegate their wallets to: several calls in one transaction, and user operations.
contract HarborAccount is Simple7702Account {}
