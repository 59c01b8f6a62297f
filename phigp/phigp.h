// Everything a user of the library needs, in one include.
#pragma once

#include "phigp/augmentation/admissibility.h"
#include "phigp/augmentation/composition.h"
#include "phigp/augmentation/inversion.h"
#include "phigp/augmentation/known_laws.h"
#include "phigp/augmentation/moments.h"
#include "phigp/augmentation/sampler.h"
#include "phigp/base/error.h"
#include "phigp/base/random.h"
#include "phigp/base/threads.h"
#include "phigp/base/version.h"
#include "phigp/likelihoods/catalogue/catalogue.h"
#include "phigp/likelihoods/custom.h"
#include "phigp/likelihoods/density.h"
#include "phigp/likelihoods/link_likelihood.h"
#include "phigp/likelihoods/prediction.h"
#include "phigp/likelihoods/sites.h"
